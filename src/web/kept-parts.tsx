import { createContext, type HTMLAttributes, useContext } from 'react'

/** What the server has kept of pages that it has written before. */
export interface KeptParts {
  /** What stands inside a part that was written before, until the page is finished. */
  find: (of: string) => string | undefined
  /** The mark of a part that is about to be written: what stands inside it is kept. */
  mark: (of: string) => string
}

/** There is none in browsers, and none for pages that are made for one person. */
export const KeptPartsContext = createContext<KeptParts | undefined>(undefined)

interface KeptPartProps extends HTMLAttributes<HTMLElement> {
  as: 'li' | 'ul' | 'footer'
  /** Says everything by which this part differs from others: where it is the same, so is the part. Undefined: not kept. */
  of: () => string | undefined
}

/**
 * A part of many pages that looks the same in each, such as a product's card. On the server React writes it once, and its HTML is copied
 * into other pages, where browsers take it over like any other. No element inside it may be of its own kind (`as`), and no part
 * inside it may be kept.
 */
export function KeptPart({ as: Element, of, children, ...rest }: KeptPartProps) {
  const parts = useContext(KeptPartsContext)
  const key = parts && of()
  if (key === undefined) return <Element {...rest}>{children}</Element>
  const html = parts?.find(key)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written it
  if (html !== undefined) return <Element {...rest} dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <Element {...rest} data-part={parts?.mark(key)}>
      {children}
    </Element>
  )
}
