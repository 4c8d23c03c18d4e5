import { useEffect, useState } from 'react'
import type { WireAnswer } from '#shared/endpoint.ts'
import { call, messageOf } from '#web/call.ts'
import { searchProducers } from '../producers.contract.ts'

const TYPING_MS = 200

export type FoundProducer = WireAnswer<typeof searchProducers>['producers'][number]

interface Found {
  q: string
  producers: FoundProducer[]
  total: number
  page: number
  pages: number
}

/** A page at a time; undefined asks for none. */
export function useProducerSearch(typed: string | undefined) {
  const [found, setFound] = useState<Found>()
  const [failure, setFailure] = useState<string>()
  const [page, setPage] = useState(1)
  const q = typed?.trim()
  const wanted = found?.q === q ? page : 1
  const isThere = found !== undefined && found.q === q && found.page >= wanted

  useEffect(() => {
    if (q === undefined || isThere) return
    let isOver = false
    const timer = setTimeout(
      async () => {
        try {
          const query = { q, page: String(wanted) }
          const more = await call(searchProducers, { query })
          if (isOver) return
          setFailure(undefined)
          setPage(wanted)
          setFound((before) => {
            const earlier = wanted > 1 ? (before?.producers ?? []) : []
            return { ...more, q, producers: [...earlier, ...more.producers] }
          })
        } catch (error) {
          if (!isOver) setFailure(messageOf(error))
        }
      },
      wanted > 1 ? 0 : TYPING_MS,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [q, wanted, isThere])

  const shown = found?.q === q ? found : undefined
  return {
    producers: shown?.producers ?? [],
    total: shown?.total,
    hasMore: shown !== undefined && shown.page < shown.pages,
    failure,
    more: () => setPage((shown?.page ?? 0) + 1),
  }
}
