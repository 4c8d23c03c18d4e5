import type { ReactNode } from 'react'
import { IconBox, type IconLook, icons } from './icon.tsx'

/** Only some pages show these, so not every visitor loads them. */
const pageIcons = {
  ...icons,
  calendar: <path d="M3.5 5h17v15.5h-17zM3.5 9.5h17M8 3v4M16 3v4" />,
  card: (
    <>
      <rect x="2.5" y="5.5" width="19" height="13" rx="1.5" />
      <path d="M2.5 9.5h19M6 14.5h4" />
    </>
  ),
  cash: (
    <>
      <rect x="2.5" y="6.5" width="19" height="11" rx="1" />
      <circle cx="12" cy="12" r="2.6" />
      <path d="M5.5 9.5v5M18.5 9.5v5" />
    </>
  ),
  chart: <path d="M4 4v16h16M8.5 16v-4M13 16V7.5M17.5 16v-6" />,
  'chevron-left': <path d="m14.5 6-6 6 6 6" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.5l3.5 2" />
    </>
  ),
  delete: <path d="M8 5.5h12.5v13H8L3 12zM11 9.5l5 5M16 9.5l-5 5" />,
  enlarge: <path d="M14.5 4.5h5v5M19.5 4.5l-6 6M9.5 19.5h-5v-5M4.5 19.5l6-6" />,
  eye: (
    <>
      <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z" />
      <circle cx="12" cy="12" r="2.8" />
      <path d="M4.5 20 19.5 4" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.7v.01" />
    </>
  ),
  jar: (
    <path d="M9 3.5h6M10.2 3.5v3.2c-3 1.4-4.7 3.8-4.7 6.8 0 3.6 2.6 7 6.5 7s6.5-3.4 6.5-7c0-3-1.7-5.4-4.7-6.8V3.5" />
  ),
  list: <path d="M8.5 6h12M8.5 12h12M8.5 18h12M4 6v.01M4 12v.01M4 18v.01" />,
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="1" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="1" />
      <path d="m3.5 6.5 8.5 7 8.5-7" />
    </>
  ),
  papers: <path d="M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 15.5h6" />,
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.2" />
      <path d="M2.5 19.5c.5-3.7 3-5.3 6.5-5.3s6 1.6 6.5 5.3M15.5 5.7a3.2 3.2 0 0 1 0 5.7M17.5 14.6c2.3.6 3.6 2.2 4 4.9" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21c4.5-5 6.5-8.3 6.5-11.2A6.5 6.5 0 0 0 5.5 9.8C5.5 12.7 7.5 16 12 21z" />
      <circle cx="12" cy="9.8" r="2.3" />
    </>
  ),
  print: <path d="M7 9V4h10v5M7 17H4V9.5h16V17h-3M7 14h10v6H7z" />,
  rupee: <path d="M7 5h10M7 9h10M7 13h3c5 0 5-8 0-8M7 13l7 6.5" />,
  share: <path d="M12 15V4M8 7.5 12 4l4 3.5M6 11v9h12v-9" />,
  shield: <path d="M12 3 19.5 6v5.5c0 4.6-3 7.7-7.5 9.5-4.5-1.8-7.5-4.9-7.5-9.5V6zM8.7 12l2.4 2.3 4.3-4.6" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.8v2.4M12 18.8v2.4M2.8 12h2.4M18.8 12h2.4M5.5 5.5l1.7 1.7M16.8 16.8l1.7 1.7M18.5 5.5l-1.7 1.7M7.2 16.8l-1.7 1.7" />
    </>
  ),
  trash: <path d="M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6" />,
  truck: (
    <>
      <path d="M2.5 6.5h11v10h-11zM13.5 10h4l3.5 3.5v3h-7.5z" />
      <circle cx="7" cy="17.5" r="1.8" />
      <circle cx="17" cy="17.5" r="1.8" />
    </>
  ),
  undo: <path d="M8 5 3.5 9.5 8 14M3.5 9.5H14a6 6 0 0 1 0 12h-3" />,
  upload: <path d="M12 16V4.5M7 9l5-5 5 5M4.5 15.5v4h15v-4" />,
} as const satisfies Record<string, ReactNode>

export type PageIconName = keyof typeof pageIcons

export const PageIcon = ({ name, ...look }: IconLook & { name: PageIconName }) => (
  <IconBox {...look}>{pageIcons[name]}</IconBox>
)
