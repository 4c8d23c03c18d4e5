import type { ComponentProps } from 'react'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { Notice } from './notice.tsx'

/** Takes the focus, also after the page was loaded again. */
export function ArrivalNotice(props: ComponentProps<typeof Notice>) {
  const notice = useArrival<HTMLDivElement>()
  return <Notice ref={notice} tabIndex={-1} data-arrival {...props} />
}
