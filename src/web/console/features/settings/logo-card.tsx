import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactElement } from 'react'
import { LOGO_SIDE_MAX } from '#protocol/limits.ts'
import { ORGANIZATION_ENDPOINTS } from '#protocol/organization.ts'
import { Button } from '#web/console/components/button.tsx'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { useChange, orgApi } from '#web/console/lib/api.ts'
import { thoseWhoReach } from '#web/console/lib/display.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { ReadableError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/webp']
const FILE_BYTES_MAX = 5_000_000

/**
 * The organization's logo for its end-users, in the widget and the approval app. Renders nothing if the service has no logos.
 */
export function LogoCard(): ReactElement | null {
  const isOwner = useSession().admin.role === 'owner'
  const query = orgApi.query(['organization'], ORGANIZATION_ENDPOINTS.getOrganization)
  const organization = useQuery(query)
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useChange(setLogo, query.queryKey)
  if (organization.data?.logo === undefined && organization.isSuccess) return null
  const hint = t(
    'Displayed next to the name in the widget and the approval app, on white. Its color becomes their accent color. PNG, JPEG or WebP, ideally square.',
  )
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
                // Choosing the same file again after a closed prompt must trigger a change event too.
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

/** Uploads the logo. `null` removes it. */
async function setLogo(file: File | null) {
  const logo = file && (await readLogo(file))
  return orgApi.call(ORGANIZATION_ENDPOINTS.updateOrganization, { body: { logo } })
}

/**
 * Converts an image file to a small PNG and returns it in base64. The browser decodes and draws the image, so
 * no server needs a decoder. The service encodes it again (ADR 0006).
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
