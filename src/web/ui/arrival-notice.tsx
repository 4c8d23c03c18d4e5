import { type ComponentProps, useEffect, useRef } from 'react'
import { Notice } from './notice.tsx'

/** What the reader has waited for: the focus goes here, also when the page was loaded anew. */
export function ArrivalNotice(props: ComponentProps<typeof Notice>) {
  const notice = useRef<HTMLDivElement>(null)
  // The browser's focus is outside React.
  useEffect(() => notice.current?.focus(), [])
  return <Notice ref={notice} tabIndex={-1} data-arrival {...props} />
}
