import { useQuery } from '@tanstack/react-query'
import * as React from 'react'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { widgetSessionSchema, type consoleWidgetSessionRequestSchema } from '#protocol/console-api.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { Loaded, Skeleton } from '#web/console/components/card.tsx'
import type { LatchkeyEventMap } from '#widget/events.ts'
import { callApi } from './api.ts'
import { loadWidgetQuery } from './load-widget.query.ts'
import { useTheme } from './theme-choice.ts'
import { t } from '#web/ui/text.ts'

/** Shows its children, a `<latchkey-wallet>`, once the element is defined. */
export function WidgetGate({ children }: { children: ReactNode }) {
  const widget = useQuery(loadWidgetQuery())
  return (
    <Loaded query={widget} skeleton={<WidgetSkeleton />}>
      {() => children}
    </Loaded>
  )
}

function WidgetSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6 shadow-sm"
    >
      <span className="sr-only">{t('Loading the wallet widget')}</span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}

type WidgetSession = z.infer<typeof consoleWidgetSessionRequestSchema>
type ConsoleWidgetProps = Omit<
  React.JSX.IntrinsicElements['latchkey-wallet'],
  'api-url' | 'theme' | 'getToken'
>

/** The widget as an integrator's page has it, in the console's theme. `session`: what it may do, and for whom. */
export function ConsoleWidget({ session, ...props }: ConsoleWidgetProps & { session: WidgetSession }) {
  const theme = useTheme()
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

/** Opens a widget session for this console, as an integrator's backend does for its page; returns the token. */
export async function openWidgetSession(request: WidgetSession): Promise<string> {
  const path = '/api/widget-session'
  return (await callApi({ method: 'POST', path, body: request, answer: widgetSessionSchema })).token
}

/** The attributes and properties of `<latchkey-wallet>` that this console uses. */
type LatchkeyWalletProps = {
  'api-url': string
  flow: 'create' | 'send' | 'backup' | 'recover'
  theme?: 'light' | 'dark' | 'auto'
  /** Without one the widget uses the page's language. */
  locale?: string | undefined
  'wallet-address'?: string | undefined
  'token-address'?: string | undefined
  /** Set as a property: the complete call to sign. */
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
