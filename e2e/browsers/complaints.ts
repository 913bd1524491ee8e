/*
 * Each engine prints a page's errors in its own format. 4xx responses belong to the tested cases, and the
 * widget's messages to developers begin with its name. Neither counts.
 */

/** Firefox, with `devtools.console.stdout.content` and `browser.dom.window.dump.enabled`. */
const FIREFOX = /^(console\.error:|JavaScript error: https?:)/
/** WebKit, with `enable-write-console-messages-to-stdout`. */
const WEBKIT = /CONSOLE \w+ ERROR/

/**
 * Messages of Firefox's own modules, which begin with the module's name. Remote settings cannot load without
 * a network.
 */
const FIREFOX_OWN = /^console\.error: \w+: ?$/

const EXPECTED = [FIREFOX_OWN, /\[latchkey\]/, /responded with a status of 4\d\d/]

/** The console errors and uncaught errors in a browser's output. */
export function findComplaints(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => FIREFOX.test(line) || WEBKIT.test(line))
    .filter((line) => !EXPECTED.some((pattern) => pattern.test(line)))
}
