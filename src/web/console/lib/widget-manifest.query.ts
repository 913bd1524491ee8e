import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { t } from '#web/ui/text.ts'
import { ReadableError } from './readable-error.ts'

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
        t('The wallet widget is missing'),
        t(
          'The server has no built widget at /widget/v1. Build it, or start the server with npm start, then try again.',
        ),
        manifest.error,
      )
    },
    staleTime: Infinity,
  })

export function widgetUrl({ module }: WidgetManifest): string {
  return window.location.origin + FOLDER + module.file
}
