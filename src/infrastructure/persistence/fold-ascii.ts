/** Lower case for the letters A–Z alone: the folding that all stores can do alike. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
