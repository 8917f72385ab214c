#!/bin/sh
# Builds the benchmarks and runs them: ./run.sh [--quick] [--only
# capture,drain,peers,query,heap,sqlite,mongo,attributes,pages,server,kafka,replay,snapshot, retention,kills] [--n 100000]
# [--cap 4] [--rounds 3] [--seconds 60] [--out FILE]. Nine parts run only when named: mongo, on the server that
# REDRIVE_TEST_MONGODB names or else on one that only speaks MongoDB's protocol, attributes, which compares captures with and
# without attributes and looks letters up by them, pages, which asks the packaged server for each page on a store of N letters
# and captures with 500 open tabs (--n 1000000), server, in which 200 clients send to the packaged server for so many seconds,
# kafka, with a broker as a process of its own, replay, snapshot, in which a transaction holds an old snapshot for so many
# seconds, retention, which archives a million letters, and kills, which kills runs of retention. Needs Linux on x86-64;
# JAVA_HOME picks the JDK.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
(cd "$here/.." && mvn -q -B -pl redrive-benchmarks,redrive-server -am -DskipTests package)
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xms1g -Xmx3g -cp "$here/target/classes:$(cat "$here/target/classpath.txt")" \
  dev.redrive.benchmarks.Main --out "$here/target/results.tsv" "$@"
