/*
 * Engines print what a page complains of, each in its own form. Answers of 4xx are part of the cases, and what the widget
 * says to the page's developers begins with its name.
 */

/** Firefox, with `devtools.console.stdout.content` and `browser.dom.window.dump.enabled`. */
const FIREFOX = /^(console\.error:|JavaScript error: https?:)/
/** WebKit, with `enable-write-console-messages-to-stdout`. */
const WEBKIT = /CONSOLE \w+ ERROR/

/** A module of Firefox itself, which begins with its name. Remote settings cannot be loaded without a network. */
const FIREFOX_OWN = /^console\.error: \w+: ?$/

const EXPECTED = [FIREFOX_OWN, /\[latchkey\]/, /responded with a status of 4\d\d/]

/** The console errors and uncaught errors in what a browser has printed. */
export function findComplaints(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => FIREFOX.test(line) || WEBKIT.test(line))
    .filter((line) => !EXPECTED.some((pattern) => pattern.test(line)))
}
