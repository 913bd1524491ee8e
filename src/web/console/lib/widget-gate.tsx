import { useQuery, queryOptions } from '@tanstack/react-query'
import * as React from 'react'
import type { ReactNode, ReactElement } from 'react'
import * as z from 'zod/mini'
import { CONSOLE_WIDGET_ENDPOINTS } from '#protocol/console/integration-endpoints.ts'
import type { consoleWidgetSessionRequestSchema } from '#protocol/console/widget-session.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { Card, SkeletonRows } from '#web/console/components/card.tsx'
import { ChainUnknownNotice } from '#web/console/components/chain-unknown-notice.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import type { LatchkeyEventMap } from '#widget/events.ts'
import { consoleApi } from './api.ts'
import { configQuery } from './calls.ts'
import { isLacking } from './describe-problem.ts'
import type { DataQuery } from './row-query.ts'
import { secondary } from './secondary-query.ts'
import { useTheme } from './theme-choice.ts'

/** Renders its children, a `<latchkey-wallet>`, once the element is defined. */
function WidgetGate({ children }: { children: ReactNode }): ReactElement {
  const widget = useQuery(loadWidgetQuery())
  return (
    <Loaded
      query={widget}
      skeleton={
        <Card>
          <SkeletonRows rows={3} label={t('Loading the wallet widget')} />
        </Card>
      }
    >
      {() => children}
    </Loaded>
  )
}

type WidgetSession = z.infer<typeof consoleWidgetSessionRequestSchema>
type ConsoleWidgetProps = Omit<
  React.JSX.IntrinsicElements['latchkey-wallet'],
  'api-url' | 'theme' | 'getToken'
>

/**
 * The widget as on an integrator's page, in the console's theme. `session`: the allowed operations and the
 * wallet.
 */
export function ConsoleWidget({
  session,
  ...props
}: ConsoleWidgetProps & { session: WidgetSession }): ReactElement {
  const theme = useTheme()
  const config = useQuery(secondary('fees', configQuery()))
  // The widget would refuse too, but in words for end-users. The reader here is the administrator who can
  // configure it.
  if (isLacking(config.error)) return <ChainUnknownNotice />
  return (
    <WidgetGate>
      <latchkey-wallet
        {...props}
        api-url={window.location.origin}
        theme={theme}
        getToken={() => openWidgetSession(session)}
      />
    </WidgetGate>
  )
}

/** Opens a widget session for this console, as an integrator's backend does. Returns the token. */
async function openWidgetSession(request: WidgetSession): Promise<string> {
  return (await consoleApi.call(CONSOLE_WIDGET_ENDPOINTS.openConsoleWidgetSession, { body: request })).token
}

/** Attributes and properties of `<latchkey-wallet>` that this console uses. */
type LatchkeyWalletProps = {
  'api-url': string
  flow: 'create' | 'send' | 'backup' | 'recover'
  theme?: 'light' | 'dark' | 'auto'
  /** Undefined uses the page's language. */
  locale?: string | undefined
  'wallet-address'?: string | undefined
  'token-address'?: string | undefined
  /** The complete call to sign, set as a property. */
  call?: WidgetCall
  getToken: () => Promise<string>
}

type Listeners = { [Name in keyof LatchkeyEventMap as `on${Name}`]?: (event: LatchkeyEventMap[Name]) => void }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'latchkey-wallet': React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement> &
        LatchkeyWalletProps &
        Listeners
    }
  }
}

const ELEMENT = 'latchkey-wallet'

/**
 * Loads the built widget with its hash, as an integrator's page does. Resolves when the element is defined.
 */
const loadWidgetQuery = () =>
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

/** Preloads a module with its hash, because `import()` takes no hash. The browser then imports the checked file. */
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

/** The newest build of the widget: its file name and hash. */
export const widgetManifestQuery = (): DataQuery<WidgetManifest> =>
  queryOptions<WidgetManifest>({
    queryKey: ['widget-manifest'],
    queryFn: async ({ signal }) => {
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
