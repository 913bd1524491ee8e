import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

const ELEMENT = 'latchkey-wallet'

/** Loads the built widget as an integrator's page does, with its hash, and settles when the element is defined. */
export const loadWidgetQuery = () =>
  queryOptions({
    queryKey: ['widget'],
    queryFn: async ({ client }) => {
      if (customElements.get(ELEMENT) !== undefined) return true
      const manifest = await client.fetchQuery(widgetManifestQuery())
      const url = widgetUrl(manifest)
      try {
        await preloadChecked(url, manifest.module.integrity)
        await import(/* @vite-ignore */ url)
        await customElements.whenDefined(ELEMENT)
      } catch (cause) {
        throw new ReadableError(
          t(
            'Check your connection and try again. If it persists, the widget’s files are not the published ones.',
          ),
          { title: t('The wallet widget could not be loaded'), cause },
        )
      }
      return true
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** `import()` takes no hash, a preload of the same module does: the browser then uses the checked file. */
function preloadChecked(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = url
    link.integrity = integrity
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('The module does not have the published hash, or is not there'))
    }
    document.head.append(link)
  })
}

const manifestSchema = z.object({
  module: z.object({ file: z.string(), integrity: z.string() }),
})
type WidgetManifest = z.infer<typeof manifestSchema>

const FOLDER = '/widget/v1/'

/** The widget's newest build: its file's name and its hash. */
export const widgetManifestQuery = () =>
  queryOptions({
    queryKey: ['widget-manifest'],
    queryFn: async ({ signal }): Promise<WidgetManifest> => {
      const response = await fetch(`${FOLDER}integrity.json`, { signal })
      const manifest = manifestSchema.safeParse(await response.json().catch(() => null))
      if (response.ok && manifest.success) return manifest.data
      throw new ReadableError(
        t(
          'The server has no built widget at /widget/v1. Build it, or start the server with npm start, then try again.',
        ),
        { title: t('The wallet widget is missing'), cause: manifest.error },
      )
    },
    staleTime: Infinity,
  })

export function widgetUrl({ module }: WidgetManifest): string {
  return window.location.origin + FOLDER + module.file
}
