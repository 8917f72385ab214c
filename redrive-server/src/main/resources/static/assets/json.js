// Reads a JSON text once and says where it stops being JSON, in the words of the server.
const LEVELS = 512;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Malformed extends Error {
  constructor(at, expected) {
    super(expected);
    this.at = at;
  }
}

function read(text) {
  let at = 0;
  const match = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return Boolean(found);
  };
  const fail = (expected) => { throw new Malformed(at, expected); };
  const skip = (c) => text[at] === c && Boolean(++at);

  function string() {
    at++;
    do match(PLAIN); while (match(ESCAPE));
    if (skip("\"")) return;
    if (at === text.length) fail("'\"' to end the string");
    fail(text[at] === "\\" ? "one of \" \\ / b f n r t u after a backslash" : "an escape such as \\n for a control character");
  }

  function members(close, member) {
    at++;
    match(SPACE);
    if (skip(close)) return;
    do {
      match(SPACE);
      member();
      match(SPACE);
    } while (skip(","));
    if (!skip(close)) fail(`',' or '${close}'`);
  }

  function value(level) {
    if (level > LEVELS) fail(`at most ${LEVELS} levels of nesting`);
    const c = text[at];
    if (c === "{") {
      members("}", () => {
        if (text[at] !== "\"") fail("a name in double quotes");
        string();
        match(SPACE);
        if (!skip(":")) fail("':'");
        match(SPACE);
        value(level + 1);
      });
    } else if (c === "[") members("]", () => value(level + 1));
    else if (c === "\"") string();
    else {
      const word = ["true", "false", "null"].find((known) => text.startsWith(known, at));
      if (word) at += word.length;
      else if (!match(NUMBER)) fail("a value");
    }
  }

  match(SPACE);
  value(0);
  match(SPACE);
  if (at < text.length) fail("the end of the text");
}

// Null for JSON; otherwise where it stops being JSON and what was expected there.
export function problem(text) {
  try {
    read(text);
    return null;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const before = text.slice(0, error.at).split("\n");
    return { at: error.at, line: before.length, column: before[before.length - 1].length + 1, expected: error.message };
  }
}
