import { useMutation } from '@tanstack/react-query'
import { useId, useState, type ReactElement } from 'react'
import { OWN_ORGANIZATION_ENDPOINTS } from '#protocol/console/own-organization-endpoints.ts'
import { SESSION_ENDPOINTS } from '#protocol/console/session-endpoints.ts'
import { useMay, LogoMark, Icon } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { roleName, displayName } from '#web/console/lib/display.ts'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'
import { enterOrganization } from './enter-organization.ts'

/** The dialog is in its own chunk, which the first screen does not load. */
const NewOrganizationDialog = onDemand(() =>
  import('./organization-forms.tsx').then((module) => module.NewOrganizationDialog),
)

/** The current organization. Opens a menu with the person's other organizations and a link to create one. */
export function OrganizationSwitcher(): ReactElement {
  const session = useSession()
  const id = useId()
  const [isCreating, setIsCreating] = useState(false)
  const { may } = useMay(OWN_ORGANIZATION_ENDPOINTS.createOrganization)
  const canCreate = session.canCreateOrganization && may
  const hasChoice = session.organizations.length > 1 || canCreate
  const name = displayName(session.organization.name)
  const title = (
    <>
      <LogoMark className="size-8" />
      <span className="min-w-0 flex-1 text-left">
        <span className="block truncate font-strong tracking-tight" title={name}>
          {name}
        </span>
        <span className="block text-xs text-muted">
          Latchkey{session.sandbox ? ` · ${t('Sandbox')}` : ''}
        </span>
      </span>
    </>
  )
  if (!hasChoice) return <div className="flex items-center gap-3 px-2 pt-1">{title}</div>
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('Organization: {name}. Switch', { name })}
        className="flex items-center gap-3 rounded-md px-2 py-1 transition-colors hover:bg-hover"
      >
        {title}
        <Icon name="down" className="size-4 text-muted" />
      </button>
      <div
        popover="auto"
        id={id}
        className="popover-beside w-64 rounded-md border border-line bg-raised p-1 text-ink shadow-lg"
      >
        <OrganizationList />
        {canCreate && (
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => setIsCreating(true)}
            className="mt-1 flex min-h-9 w-full items-center gap-2 rounded-sm border-t border-line px-2 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
          >
            <Icon name="plus" />
            {t('New organization')}
          </button>
        )}
      </div>
      {isCreating && <NewOrganizationDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

function OrganizationList() {
  const session = useSession()
  const change = useMutation({
    mutationFn: async (organizationId: string) =>
      enterOrganization(
        await consoleApi.call(SESSION_ENDPOINTS.switchOrganization, { body: { organizationId } }),
      ),
  })
  return (
    <>
      <ul aria-label={t('Your organizations')}>
        {session.organizations.map(({ id, name, role }) => {
          const isShown = id === session.organization.id
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={isShown ? 'true' : undefined}
                disabled={change.isPending}
                onClick={() => !isShown && change.mutate(id)}
                className="flex min-h-9 w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{displayName(name)}</span>
                  <span className="block text-xs text-muted">{roleName(role)}</span>
                </span>
                {isShown && <Icon name="check" className="size-4 text-success" />}
              </button>
            </li>
          )
        })}
      </ul>
      <ProblemPanel error={change.error} />
    </>
  )
}
