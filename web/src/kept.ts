// What the page keeps in the browser. Everything works without it: a private window may keep nothing.

export type Kept = "csmacd.progress" | "csmacd.labs" | "csmacd.draft" | "csmacd.choices";

export function read<T>(key: Kept, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

export function write(key: Kept, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* full, or not allowed */ }
}
