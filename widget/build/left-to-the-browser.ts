import type { Plugin } from 'vite'

/**
 * Marks `import()` for the bundlers of integrators, who use the `pure` file: its address is known only on their page,
 * and a bundler must not resolve it. The minifier removes comments, so this runs after it.
 */
export function leftToTheBrowser(): Plugin {
  return {
    name: 'latchkey:left-to-the-browser',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk')
            chunk.code = chunk.code.replaceAll('import(', 'import(/*webpackIgnore:true*//*@vite-ignore*/')
        }
      },
    },
  }
}
