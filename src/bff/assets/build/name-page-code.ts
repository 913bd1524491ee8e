import type { Plugin } from 'vite'
import { FIRST_PAGES } from '#bff/assets/first-pages.ts'

/** Writes the form of index.html of each of the first pages. */
export function namePageCode(): Plugin {
  return {
    name: 'latchkey:name-page-code',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const html = bundle['index.html']
      if (html?.type !== 'asset') throw new Error('The build has no index.html')
      const text = String(html.source)
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
          source: text.replace('  </head>', `${links.join('')}  </head>`),
        })
      }
    },
  }
}
