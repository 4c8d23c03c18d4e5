import type { ComponentProps } from 'react'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { Notice } from './notice.tsx'

/** What the reader has waited for: the focus goes here, also when the page was loaded anew. */
export function ArrivalNotice(props: ComponentProps<typeof Notice>) {
  const notice = useArrival<HTMLDivElement>()
  return <Notice ref={notice} tabIndex={-1} data-arrival {...props} />
}
