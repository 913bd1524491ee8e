import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { TextField } from '#web/console/components/field.tsx'
import { ProblemPanel } from '#web/console/components/problem-panel.tsx'
import { ApiError } from '#web/ui/errors.ts'
import { t } from '#web/ui/text.ts'
import { addDomain, domainsQuery } from './domain-requests.ts'

const EXAMPLE_DOMAIN = 'shop.example'

/** Adding takes a name only; the proof comes after. */
export function AddDomainForm() {
  const queryClient = useQueryClient()
  const [domain, setDomain] = useState('')
  const add = useMutation({
    mutationFn: () => addDomain(domain.trim()),
    onSuccess: async () => {
      setDomain('')
      await queryClient.invalidateQueries({ queryKey: domainsQuery().queryKey })
    },
  })
  const named = add.error instanceof ApiError ? add.error.errors?.[0]?.message : undefined
  return (
    <Card title={t('Add a domain')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <TextField
          label={t('Domain')}
          hint={t(
            'The host name of your product without scheme, port and path. Pages of its subdomains can use it too.',
          )}
          placeholder={EXAMPLE_DOMAIN}
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
          error={named}
          mono
          spellCheck={false}
          autoCapitalize="none"
        />
        {add.error !== null && named === undefined && <ProblemPanel error={add.error} />}
        <div>
          <Button type="submit" tone="primary" size="md" pending={add.isPending}>
            {t('Add domain')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
