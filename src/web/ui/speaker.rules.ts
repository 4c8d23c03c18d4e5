/** `hi_IN` of Android and `hi` are voices for `hi-IN`. */
export const isVoiceOf = (voice: string, lang: string) =>
  voice.replace('_', '-').split('-')[0]?.toLowerCase() === lang.split('-')[0]

const SILENT =
  'button, input, select, textarea, a[download], svg, [aria-hidden="true"], details:not([open]) > :not(summary)'
const ELEMENT = 1
const TEXT = 3

/** As much of a DOM's node as is read. */
export interface ReadableNode {
  readonly nodeType: number
  readonly nodeValue: string | null
  readonly childNodes: ArrayLike<ReadableNode>
  readonly matches?: (selector: string) => boolean
}

const pieces = (node: ReadableNode): string[] => {
  if (node.nodeType === TEXT) return [node.nodeValue ?? '']
  if (node.nodeType !== ELEMENT || node.matches?.(SILENT)) return []
  return Array.from(node.childNodes).flatMap(pieces)
}

/** The words of a card, without its controls, what is only to be seen and what is folded away. */
export const textOfBlock = (block: ReadableNode | null) =>
  block ? pieces(block).join(' ').replace(/\s+/g, ' ').trim() : ''
