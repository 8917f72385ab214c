// What an edit of a letter asks the server: the letter as it is, and its change with the version that was read.
export class Refused extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

// A body is JSON text already, so that no number and no order of names changes on the way.
export async function call(method, address, { body, version } = {}) {
  const meta = document.querySelector("meta[name=csrf]");
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  if (meta) headers[meta.dataset.header] = meta.content;
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const answer = await fetch(address, { method, headers, body, cache: "no-store" });
  const text = await answer.text();
  const json = text.startsWith("{") ? JSON.parse(text) : {};
  if (!answer.ok) throw new Refused(answer.status, json);
  return json;
}

// The token of a form belongs to a sign-in. After another one the page of the letter has the new one.
export async function renewToken() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("meta[name=csrf]");
  const meta = document.querySelector("meta[name=csrf]");
  if (fresh && meta) meta.content = fresh.content;
}

async function read(address) {
  const answer = await fetch(address, { cache: "no-store" });
  if (answer.status === 401 || answer.redirected) throw new Error("your sign-in has ended");
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer;
}

// The headers of a letter and, when its payload is text, that of the same version. A byte order mark is part of a payload, too.
export async function readLetter(id, isText) {
  const { version, count, headers } = await (await read(`/letters/${id}/headers`)).json();
  const answer = isText ? await read(`/letters/${id}/payload?version=${version}`) : null;
  const text = answer ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer()) : "";
  return { version, text, headers, count };
}
