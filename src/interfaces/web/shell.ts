import type { PageEntries } from './page-files.js';

/** What the client is told by the shell; read in `client/boot.ts`. */
export interface Boot {
  /** Of the program that served the page: a client that meets another one later asks to be loaded anew. */
  readonly version: string;
}

/** The document that loads the page. Nothing in it is inline but data, so that the strictest policy lets it through. */
export function shell(base: string, entries: PageEntries, boot: Boot): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<base href="${escapeText(base)}">
<title>Leasehold</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}">
<script src="assets/${entries.theme}"></script>
<link rel="stylesheet" href="assets/${entries.style}">
<script type="module" src="assets/${entries.script}"></script>
<script type="application/json" id="boot">${escapeJson(boot)}</script>
</head>
<body>
<div id="app"></div>
<noscript><p class="no-script">This page needs JavaScript. The API does not: see <a href="api/docs/">its documentation</a>.</p></noscript>
</body>
</html>
`;
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#4f46c8"/>' +
    '<path d="M4.5 3.5v9h7" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>' +
    '<circle cx="10" cy="6" r="1.8" fill="#fff"/></svg>',
)}`;

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** JSON in which no tag can begin or end. */
function escapeJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}
