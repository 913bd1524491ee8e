import type { Plugin } from 'vite'
import { FIRST_PAGES, ROOT } from '#bff/assets/first-pages.ts'

const MAIN = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const END = '  </head>'

/**
 * Writes the form of index.html of each of the first pages: it names the page's code, and has `public/begin.js` start
 * the console once the server's picture of the page is on the screen.
 */
export function namePageCode(): Plugin {
  return {
    name: 'latchkey:name-page-code',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const html = bundle['index.html']
      if (html?.type !== 'asset') throw new Error('The build has no index.html')
      const source = String(html.source)
      const text = source.replace(
        MAIN,
        '<script defer src="/begin.js" data-main="$1"></script>\n    <link rel="modulepreload" crossorigin href="$1">',
      )
      if (text === source || !text.includes(END) || !text.includes(ROOT)) {
        throw new Error('index.html has another form than expected')
      }
      for (const { module, file } of FIRST_PAGES) {
        const named = new Set<string>()
        const name = (fileName: string) => {
          const found = bundle[fileName]
          if (found?.type !== 'chunk' || named.has(fileName) || text.includes(`/${fileName}"`)) return
          named.add(fileName)
          found.imports.forEach(name)
        }
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(module) === true) name(chunk.fileName)
        }
        if (named.size === 0) throw new Error(`The build has no file for ${module}`)
        const links = [...named].map((one) => `    <link rel="modulepreload" crossorigin href="/${one}">\n`)
        this.emitFile({
          type: 'asset',
          fileName: file,
          source: text.replace(END, links.join('') + END),
        })
      }
    },
  }
}
