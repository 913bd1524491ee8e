import { withChainName } from '#protocol/display/chain-name.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { createOrganizationRequestSchema } from '#protocol/members.ts'
import { ORGANIZATION_ENDPOINTS } from '#protocol/organization.ts'
import { Card, Loaded, Skeleton, Facts, SkeletonRows } from '#web/console/components/card.tsx'
import { Form, TextField, ChoiceList } from '#web/console/components/field.tsx'
import { useChange, orgApi, pathQuery, callRoute } from '#web/console/lib/api.ts'
import { displayName, thoseWhoReach } from '#web/console/lib/display.ts'
import { sessionQuery, useSession } from '#web/console/lib/session.query.ts'
import { useSchemaForm } from '#web/console/lib/use-schema-form.ts'
import { t } from '#web/ui/text.ts'
import { useRef } from 'react'
import { LOGO_SIDE_MAX } from '#protocol/limits.ts'
import { Button } from '#web/console/components/button.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { ReadableError } from '#web/ui/errors.ts'
import { CopyButton, HexText } from '#web/console/components/values.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { configQuery } from '#web/console/lib/calls.ts'
import * as z from 'zod/mini'
import { ALERT_KINDS, shownAlertMailsSchema, type AlertKind, type AlertMails } from '#protocol/alerts.ts'
import { emailSchema } from '#protocol/email-schema.ts'

/** The organization's name: for members, and for end-users in mails, in the widget and in the approval app. */
export function RenameOrganizationCard() {
  const session = useSession()
  // Admins have the route too, for where the widget is framed; the server leaves the name to owners.
  const isOwner = session.admin.role === 'owner'
  return (
    <Card title={t('Name')} note={!isOwner && thoseWhoReach('owner')}>
      {isOwner ? <RenameForm name={session.organization.name} /> : displayName(session.organization.name)}
    </Card>
  )
}

function RenameForm({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const { form, field, frame, isSaved } = useSchemaForm(createOrganizationRequestSchema, {
    defaultValues: { name },
    send: (values) =>
      orgApi.call(ORGANIZATION_ENDPOINTS.updateOrganization, {
        body: { name: values.name.trim() },
      }),
    onDone: async (renamed) => {
      form.reset({ name: renamed.name })
      // The sidebar's title and the list of organizations.
      await queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    },
  })
  return (
    <Form {...frame} action={t('Rename')} status={isSaved ? t('Saved') : ''} className="max-w-form gap-4">
      <TextField
        label={t('Organization name')}
        hint={t('Your end-users see it in mails, in the widget and in the approval app.')}
        {...field('name')}
      />
    </Form>
  )
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp']
const FILE_BYTES_MAX = 5_000_000

/** The organization's logo, for the approval app of its end-users. Nothing where the service knows none. */
export function LogoCard() {
  const isOwner = useSession().admin.role === 'owner'
  const query = orgApi.query(['organization'], ORGANIZATION_ENDPOINTS.getOrganization)
  const organization = useQuery(query)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useChange(setLogo, query.queryKey)
  if (organization.data?.logo === undefined && organization.isSuccess) return null
  const hint = t('In the approval app, next to the name, on white. PNG, JPEG or WebP, best square.')
  return (
    <Card title={t('Logo')} note={isOwner ? hint : thoseWhoReach('owner')}>
      <Loaded query={organization} skeleton={<Skeleton className="size-16 rounded-md" />}>
        {({ logo }) => (
          <div className="flex flex-wrap items-center gap-3">
            {logo && (
              <img
                src={`data:image/png;base64,${logo}`}
                alt={t('Logo')}
                className="size-16 rounded-md border border-line bg-[#fff] object-contain"
              />
            )}
            <input
              ref={input}
              type="file"
              hidden
              accept={TYPES.join()}
              onChange={({ target }) => {
                const file = target.files?.[0]
                // The same file again, after a closed prompt, must be a change too.
                target.value = ''
                if (file !== undefined) mutate(file)
              }}
            />
            {isOwner && (
              <Button icon="plus" pending={isPending} onClick={() => input.current?.click()}>
                {t('Choose a picture')}
              </Button>
            )}
            {isOwner && logo && (
              <Button pending={isPending} onClick={() => mutate(null)}>
                {t('Remove')}
              </Button>
            )}
            <ProblemPanel error={error} className="basis-full" />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** `null` removes it. */
async function setLogo(file: File | null) {
  const logo = file && (await readLogo(file))
  return orgApi.call(ORGANIZATION_ENDPOINTS.updateOrganization, { body: { logo } })
}

/**
 * The base64 of a small PNG with a file's picture. The browser decodes and draws it, so that no server of ours has a decoder;
 * the service writes it once more (ADR 0006).
 *
 * @throws ReadableError
 */
async function readLogo(file: File): Promise<string> {
  const refusal = new ReadableError(t('Choose a PNG, JPEG or WebP picture of at most 5 MB.'))
  if (!TYPES.includes(file.type) || file.size > FILE_BYTES_MAX) throw refusal
  const picture = await createImageBitmap(file).catch(() => Promise.reject(refusal))
  const scale = Math.min(1, LOGO_SIDE_MAX / Math.max(picture.width, picture.height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = new OffscreenCanvas(scaled(picture.width), scaled(picture.height))
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw refusal
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = await canvas.convertToBlob({ type: 'image/png' })
  const bytes = new Uint8Array(await png.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The deployment's settings for clients. `apiUrl` is unknown where the service is hosted elsewhere. */
export function NetworkCard({ apiUrl }: { apiUrl: string | null }) {
  const config = useQuery(configQuery())
  return (
    <Card title={t('Network')}>
      <Loaded query={config} skeleton={<SkeletonRows rows={3} label={t('Loading the network')} />}>
        {({ chainId, factory }) => (
          <Facts
            facts={{
              [t('API base address')]: apiUrl !== null && (
                <span className="inline-flex min-w-0 items-center gap-1">
                  <code className="min-w-0 font-mono text-sm break-all">{apiUrl}</code>
                  <CopyButton text={apiUrl} what={t('API base address')} />
                </span>
              ),
              [t('Chain id')]: (
                <span className="tabular-nums">{withChainName(chainId, String(chainId))}</span>
              ),
              [t('Wallet factory')]: <HexText value={checksum(factory)} what={t('factory address')} />,
            }}
          />
        )}
      </Loaded>
    </Card>
  )
}

const mailsQuery = () => pathQuery(['alert-mails'], '/api/account/alerts', shownAlertMailsSchema)

/** The organization's alerts that the signed-in person gets by mail. */
export function AlertsCard() {
  const mails = useQuery(mailsQuery())
  return (
    <Card title={t('Alerts')} note={alertsNote(mails.data)}>
      <Loaded query={mails} skeleton={<Skeleton className="h-48 w-full max-w-form" />}>
        {({ canMail, ...data }) =>
          canMail ? <AlertsForm mails={data} /> : t('This deployment has no mail server.')
        }
      </Loaded>
    </Card>
  )
}

/** The ways on which the reader gets alerts. */
function alertsNote(mails: (AlertMails & { canMail: boolean }) | undefined): string {
  if (mails === undefined) return t('Alerts are on the overview and come by webhook.')
  return mails.canMail && mails.email !== null
    ? t('By mail to you, on the overview, and to webhook endpoints that receive alerts.')
    : t('Not mailed to you: only on the overview, and to webhook endpoints that receive alerts.')
}

const formSchema = z.object({
  email: z.union([z.literal(''), emailSchema]),
  kinds: z.array(z.enum(ALERT_KINDS)),
})

function AlertsForm({ mails: { email, muted } }: { mails: AlertMails }) {
  const others = (kinds: readonly AlertKind[]) => ALERT_KINDS.filter((kind) => !kinds.includes(kind))
  const { form, field, frame, isSuccess } = useSchemaForm(formSchema, {
    defaultValues: { email: email ?? '', kinds: others(muted) },
    send: async (values) => {
      const body: AlertMails = { email: values.email || null, muted: others(values.kinds) }
      await callRoute('PUT /api/account/alerts', shownAlertMailsSchema, { body })
      return values
    },
    onDone: (values) => {
      form.reset(values)
    },
    refetch: mailsQuery().queryKey,
  })
  const status = isSuccess && !form.formState.isDirty ? t('Saved') : ''
  return (
    <Form {...frame} action={t('Update alerts')} status={status} className="max-w-form gap-4">
      <TextField
        label={t('Email')}
        hint={t(
          'Mails about your own account come here too, whatever you choose below. Leave it empty for no mails.',
        )}
        type="email"
        {...field('email')}
      />
      <ChoiceList
        legend={t('By mail to you')}
        kind="checkbox"
        choices={ALERT_KINDS.map((value) => ({ value, label: kindLabels()[value] }))}
        {...form.register('kinds')}
      />
    </Form>
  )
}

const kindLabels = (): Record<AlertKind, string> => ({
  'relayer-low': t('The relayer’s funds are low, or last for less than three days'),
  'webhook-failing': t('A webhook endpoint has failed for ten minutes, or was disabled automatically'),
  'key-exposed': t('A web browser sent an API key'),
  'key-refused': t('An API key was refused 50 times within an hour'),
  'failure-spike': t('Three times as many transactions fail as usual, five within an hour at least'),
  'policy-refused': t('A policy refused a request'),
  'recovery-proposed': t('The backup address of a wallet proposed another passkey'),
  'co-signer-removal': t('The removal of a wallet’s co-signer was started'),
  'key-added': t('A passkey was added to a wallet'),
  'executed-unapproved': t('A transaction was executed without the approval it needed, or against a policy'),
  'admin-added': t('A member became an owner or admin'),
  'policy-loosened': t('A policy was loosened, turned off or deleted'),
  'allow-list-loosened': t('An enforced IP allow list was loosened or turned off'),
  'manage-key-added': t('An API key can now manage the organization'),
  'fee-raised': t('The transaction fee was raised, or its token or receiver changed'),
  'recovery-code-used': t('A member used a recovery code'),
  'recovery-link-created': t('A recovery link was created for a member'),
  'recovery-link-used': t('A member used a recovery link'),
  'recovery-codes-made': t('A member has new recovery codes'),
  'passkey-added': t('A member added a passkey'),
  'passkey-removed': t('A member removed a passkey'),
  'identity-linked': t('A member linked an account at the identity provider'),
})
