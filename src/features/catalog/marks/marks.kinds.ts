/** What a product may claim, each only with a certificate. */
export interface MarkKindWords {
  name: string
  /** On cards, where it is shorter. */
  chip?: string
  /** What the mark says of the product, on its page. */
  certifies: string
  /** For whoever does not know the mark, on /marks. */
  meaning: string
  /** Who issues it, where that is fixed. */
  issuer?: string
}

const kinds = {
  'handloom-mark': {
    name: 'Handloom Mark',
    certifies: 'The cloth was woven by hand.',
    meaning:
      'The cloth was woven by hand, on a loom without a motor. The Government of India founded the mark in 2006, so that it can be told from cloth of power looms.',
    issuer: 'Textiles Committee, Ministry of Textiles',
  },
  'silk-mark': {
    name: 'Silk Mark',
    certifies: 'It is pure natural silk.',
    meaning: 'The silk is pure and natural: neither artificial silk nor a blend is sold under this mark.',
    issuer: 'Silk Mark Organisation of India, Central Silk Board',
  },
  craftmark: {
    name: 'Craftmark',
    certifies: 'It is a genuine Indian handicraft.',
    meaning: 'It was made by hand in a craft of India, by artisans whose work and workshop were looked at.',
    issuer: 'All India Artisans and Craftworkers Welfare Association',
  },
  gi: {
    name: 'Geographical indication',
    chip: 'GI',
    certifies: 'It comes from the place that its name says.',
    meaning:
      'It was made in the place that its name says, in the way that made the place known, by somebody who is registered as a user of the name.',
    issuer: 'Geographical Indications Registry, Chennai',
  },
  'india-organic': {
    name: 'India Organic',
    certifies: 'It was grown by India’s standards for organic production.',
    meaning:
      'What it is made of was grown by the National Standards for Organic Production, without artificial fertilisers and pesticides. An accredited body inspects the farms.',
  },
  pgs: {
    name: 'PGS-India',
    certifies: 'It was grown organically by farmers who inspect each other.',
    meaning:
      'It was grown organically. Small farmers of one neighbourhood inspect each other and answer for each other, in the Participatory Guarantee System of India.',
  },
  organic: {
    name: 'Organic',
    certifies: 'It was grown organically.',
    meaning:
      'What it is made of was grown without artificial fertilisers and pesticides; the certificate says by which standard.',
  },
  'natural-dye': {
    name: 'Natural dye',
    certifies: 'Its colours come from nature.',
    meaning: 'Its colours were made from plants, minerals or insects; none of them is synthetic.',
  },
  'plastic-free': {
    name: 'Plastic-free',
    certifies: 'There is no plastic in it.',
    meaning: 'Neither the product nor what it is packed in has plastic in it.',
  },
  'eco-friendly': {
    name: 'Eco-friendly',
    certifies: 'It does less harm to nature than others of its kind.',
    meaning:
      'It does less harm to nature than others of its kind; the certificate says by which standard, and in what.',
  },
} as const satisfies Record<string, MarkKindWords>

export type MarkKind = keyof typeof kinds
const isMarkKind = (code: string): code is MarkKind => Object.hasOwn(kinds, code)
/** In the order in which they are shown. */
export const markKinds = Object.keys(kinds).filter(isMarkKind)
export const wordsOfMark = (kind: MarkKind): MarkKindWords => kinds[kind]
export const chipOf = (kind: MarkKind) => wordsOfMark(kind).chip ?? wordsOfMark(kind).name

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')

/** By code or name, such as "handloom-mark", "Handloom Mark" or "GI". */
export const findMarkKind = (typed: string) =>
  markKinds.find((kind) => [kind, wordsOfMark(kind).name, chipOf(kind)].some((one) => plain(one) === plain(typed)))
