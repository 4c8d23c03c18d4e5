import type { ReactNode } from 'react'

/** 24px grid, round stroke, drawn in the text's colour. The cart is a jhola, the cloth bag. */
const icons = {
  bag: (
    <>
      <path d="M5 9.5h14l-1 11H6z" />
      <path d="M8.5 9.5c-.6-4 1.2-6.5 3.5-6.5s4.1 2.5 3.5 6.5" />
      <path d="M8 13.5h8" strokeDasharray="1.6 1.6" />
    </>
  ),
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
  check: <path d="m5 12.5 4.5 4.5L19 7" />,
  'chevron-left': <path d="m14.5 6-6 6 6 6" />,
  'chevron-right': <path d="m9.5 6 6 6-6 6" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.5l3.5 2" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
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
  filter: (
    <>
      <path d="M4 7h16M4 17h16" />
      <circle cx="9" cy="7" r="2.2" className="fill-paper" />
      <circle cx="15" cy="17" r="2.2" className="fill-paper" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.7v.01" />
    </>
  ),
  leaf: <path d="M5 19C4 10.5 9 5 20 4.5c.5 10-4.5 15.5-12.5 13.5M5 19.5c2-4.5 5-7.5 9-9.5" />,
  list: <path d="M8.5 6h12M8.5 12h12M8.5 18h12M4 6v.01M4 12v.01M4 18v.01" />,
  logout: <path d="M14 4.5H5v15h9M10 12h11M17.5 8.5 21 12l-3.5 3.5" />,
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="1" />
      <path d="m3.5 6.5 8.5 7 8.5-7" />
    </>
  ),
  menu: <path d="M3.5 7h17M3.5 12h17M3.5 17h11" />,
  minus: <path d="M5.5 12h13" />,
  orders: <path d="M3.5 8 12 3.5 20.5 8v8.5L12 21l-8.5-4.5zM3.5 8 12 12.5 20.5 8M12 12.5V21" />,
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
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  print: <path d="M7 9V4h10v5M7 17H4V9.5h16V17h-3M7 14h10v6H7z" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  share: <path d="M12 15V4M8 7.5 12 4l4 3.5M6 11v9h12v-9" />,
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
  user: (
    <>
      <circle cx="12" cy="8" r="3.75" />
      <path d="M4.5 20.5c.7-4.3 3.7-6.2 7.5-6.2s6.8 1.9 7.5 6.2" />
    </>
  ),
  warn: <path d="M12 3.5 22 20.5H2zM12 10v5M12 17.7v.01" />,
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof icons

const sizes = { sm: 'size-4.5', md: 'size-5.5', lg: 'size-6' }

interface IconProps {
  name: IconName
  size?: keyof typeof sizes
  /** Where the page shows many of them, this one is the drawing that `IconAgain` points to. */
  id?: string
  className?: string
}

/** A drawing beside words, or in a control that has a label of its own: never read out. */
export function Icon({ name, size = 'md', id, className = '' }: IconProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${sizes[size]} ${className}`}>
      {id === undefined ? icons[name] : <g id={id}>{icons[name]}</g>}
    </svg>
  )
}

/** The drawing of the icon with this id, which stands once on the page, again: so that a long list need not repeat it. */
export const IconAgain = ({ id, size = 'md' }: { id: string; size?: keyof typeof sizes }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${sizes[size]}`}>
    <use href={`#${id}`} />
  </svg>
)

/** The bag on the link to the cart, which every page of the shop has. */
export const CART_ICON = 'cart-icon'
