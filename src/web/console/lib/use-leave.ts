import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/**
 * Leaves a form for the page of its result. The list is refetched first, so that no page lacks the new entry; a person
 * who has left meanwhile is not moved. The form's entry is replaced: another submission would create a second.
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
