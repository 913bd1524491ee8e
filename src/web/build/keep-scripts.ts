import type { Plugin } from 'vite'

/**
 * Marks every script of a page so that Cloudflare's Rocket Loader leaves it as it is. That runs scripts later and in an
 * order of its own, and a page whose module never runs stays blank. The mark has to stand in front of `src`. Vite replaces
 * the tag of a page’s module, so the mark is set on the result.
 */
export function keepScripts(): Plugin {
  return {
    name: 'latchkey:keep-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script ', '<script data-cfasync="false" '),
    },
  }
}
