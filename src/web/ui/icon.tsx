import type { ReactNode } from 'react'

/** Icons of every page; others are in page-icon.tsx. 24px grid, round stroke, in the text's colour. The cart is a jhola, a cloth bag. */
export const icons = {
  bag: (
    <>
      <path d="M5 9.5h14l-1 11H6z" />
      <path d="M8.5 9.5c-.6-4 1.2-6.5 3.5-6.5s4.1 2.5 3.5 6.5" />
      <path d="M8 13.5h8" strokeDasharray="1.6 1.6" />
    </>
  ),
  check: <path d="m5 12.5 4.5 4.5L19 7" />,
  'chevron-right': <path d="m9.5 6 6 6-6 6" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  filter: (
    <>
      <path d="M4 7h16M4 17h16" />
      <circle cx="9" cy="7" r="2.2" className="fill-paper" />
      <circle cx="15" cy="17" r="2.2" className="fill-paper" />
    </>
  ),
  logout: <path d="M14 4.5H5v15h9M10 12h11M17.5 8.5 21 12l-3.5 3.5" />,
  menu: <path d="M3.5 7h17M3.5 12h17M3.5 17h11" />,
  minus: <path d="M5.5 12h13" />,
  orders: <path d="M3.5 8 12 3.5 20.5 8v8.5L12 21l-8.5-4.5zM3.5 8 12 12.5 20.5 8M12 12.5V21" />,
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="3.75" />
      <path d="M4.5 20.5c.7-4.3 3.7-6.2 7.5-6.2s6.8 1.9 7.5 6.2" />
    </>
  ),
  warn: <path d="M12 3.5 22 20.5H2zM12 10v5M12 17.7v.01" />,
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof icons

/** A drawing without pixels fills the page where the style sheet is not understood. */
const sizes = {
  sm: { look: 'size-4.5', px: 18 },
  md: { look: 'size-5.5', px: 22 },
  lg: { look: 'size-6', px: 24 },
}

export interface IconLook {
  size?: keyof typeof sizes
  className?: string
}

/** Never read out: it stands beside words, or in a labelled control. */
export const IconBox = ({ size = 'md', className = '', children }: IconLook & { children: ReactNode }) => (
  <svg
    viewBox="0 0 24 24"
    width={sizes[size].px}
    height={sizes[size].px}
    aria-hidden="true"
    className={`icon ${sizes[size].look} ${className}`}
  >
    {children}
  </svg>
)

interface IconProps extends IconLook {
  name: IconName
  /** `IconAgain` points to this drawing where a page shows many. */
  id?: string
}

export const Icon = ({ name, id, ...look }: IconProps) => (
  <IconBox {...look}>{id === undefined ? icons[name] : <g id={id}>{icons[name]}</g>}</IconBox>
)

/** Points to the icon with this id, so that a long list need not repeat it. */
export const IconAgain = ({ id, ...look }: IconLook & { id: string }) => (
  <IconBox {...look}>
    <use href={`#${id}`} />
  </IconBox>
)

export const CART_ICON = 'cart-icon'
