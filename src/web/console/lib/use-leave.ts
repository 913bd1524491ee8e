import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/**
 * Leaves a form for the page of what it made. The list is read again first, so that no page shows itself without the new
 * entry; a person who has gone elsewhere meanwhile is left there. The form is replaced: another press would make a second.
 */
export function useLeave(): (list: QueryKey, to: string) => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return async (queryKey, to) => {
    await queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
    if (isHere.current) await navigate(to, { replace: true })
  }
}
