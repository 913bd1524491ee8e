import type { Plugin } from 'vite'

/**
 * Read by V8 where a file begins; to every other engine a comment.
 * Source: https://v8.dev/blog/explicit-compile-hints
 */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** As vite.config.ts calls its file. */
const FRAMEWORK = 'framework'

/**
 * Has the browser compile what a visit begins with while it is still arriving, in a thread beside that of the page. Without
 * it each function is parsed a second time, and compiled, in the page's own thread when it is first called. `pages`: the
 * ends of the paths of modules that are loaded on demand, and yet at once. Not the framework: half of it no page calls, and
 * the page would wait until all of it is compiled.
 */
export function compileAhead(pages: readonly string[]): Plugin {
  return {
    name: 'latchkey:compile-ahead',
    apply: 'build',
    generateBundle: {
      // The hint counts where the file begins: Vite writes what its pages import in front of the code.
      order: 'post',
      handler(_, bundle) {
        const begun = new Set<string>()
        const begin = (fileName: string) => {
          const file = bundle[fileName]
          if (file?.type !== 'chunk' || begun.has(fileName)) return
          begun.add(fileName)
          if (file.name !== FRAMEWORK) file.code = HINT + file.code
          file.imports.forEach(begin)
        }
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue
          const isPage = pages.some((page) => file.facadeModuleId?.endsWith(page) === true)
          if (file.isEntry || isPage) begin(file.fileName)
        }
      },
    },
  }
}
