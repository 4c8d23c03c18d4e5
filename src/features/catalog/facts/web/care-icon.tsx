import type { ReactNode } from 'react'
import { IconBox } from '#web/ui/icon.tsx'

const tub = <path d="M3.5 8.5 6 19h12l2.5-10.5c-1.4 1-2.8 1-4.2 0-1.5-1-2.9-1-4.3 0s-2.8 1-4.3 0-2.8-1-4.2 0z" />
const cloth = <path d="M5 6h14v9.5H5zM5 15.5l2 3.5M19 15.5 17 19M8.5 6v9.5" />
const square = <path d="M4 4h16v16H4z" />
const crossed = <path d="M4 4l16 16M20 4 4 20" />
const drop = <path d="M12 3.5c3.5 4 5.5 6.8 5.5 9.7a5.5 5.5 0 0 1-11 0c0-2.9 2-5.7 5.5-9.7z" />
const bowl = <path d="M3.5 11.5h17a8.5 8.5 0 0 1-17 0zM9 20.5h6" />

/** What is done, drawn as on the labels of cloth where there is such a sign. */
const drawings: readonly [of: RegExp, drawing: ReactNode][] = [
  [/^hand-wash/, [tub, <path key="hand" d="M12 3v6M9.5 5v4M14.5 5v4" />]],
  [/^machine-wash/, tub],
  [/^dry-clean/, <circle key="circle" cx="12" cy="12" r="8" />],
  [/^dry-flat/, [square, <path key="line" d="M8 12h8" />]],
  [/^dry-in-shade/, [square, <path key="shade" d="M4 9l5-5M4 14 14 4" />]],
  [/^iron/, <path key="iron" d="M3.5 17.5h17l-2-9h-8M3.5 17.5c.6-3.6 3-5.5 7-5.5h8.6" />],
  [/^do-not-bleach/, [<path key="triangle" d="M12 4 21 19.5H3z" />, crossed]],
  [/^(do-not-soak|keep-dry)/, [drop, crossed]],
  [/^(wipe|spot|vacuum)/, cloth],
  [/^oil/, drop],
  [/sun$/, [<circle key="sun" cx="12" cy="12" r="4.5" />, crossed]],
  [/safe$/, bowl],
]

export function CareIcon({ code }: { code: string }) {
  const [, drawing] = drawings.find(([of]) => of.test(code)) ?? []
  return <IconBox className="shrink-0 text-neel-700">{drawing}</IconBox>
}
