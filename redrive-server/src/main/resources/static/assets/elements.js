// Elements and text, never markup.
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// What would turn text around, or cannot be seen, stands as its number.
export const visible = (text) => text.replace(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n\r\t]/gu,
  (c) => `⟨U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
