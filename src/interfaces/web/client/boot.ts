/** What the server told this page when it was loaded. */
export const BOOT = JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as { readonly version: string };

/** The address under which page and API lie, with a slash at its end. */
export const BASE_URL = document.baseURI;

/** Its path, without the slash: what every view's path begins with. */
export const BASE_PATH = new URL(BASE_URL).pathname.replace(/\/$/, '');
