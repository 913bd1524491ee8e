import type { Plugin } from 'vite'

/**
 * The start of a script tag that Cloudflare's Rocket Loader leaves as it is. Rocket Loader runs scripts later and in
 * another order, and a page whose module never runs stays blank. The mark has to stand in front of `src`.
 */
export const KEPT_SCRIPT = '<script data-cfasync="false"'

/** Marks every script of a page that Vite builds. Vite replaces the tag of a page’s module, so the result is marked. */
export function keepScripts(): Plugin {
  return {
    name: 'latchkey:keep-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script ', `${KEPT_SCRIPT} `),
    },
  }
}
