/** How a word that somebody typed is found. Each way includes those before it. */
export const ways = ['word', 'meaning', 'beginning', 'inside', 'fragment'] as const
/**
 * - `word`: the word itself, one or many, in Latin letters or Devanagari
 * - `meaning`: another word for the same (search.synonyms.ts)
 * - `beginning`: what the word is the beginning of
 * - `inside`: what the word, of four letters and more, is a part of
 * - `fragment`: the same of shorter ones, which are parts of too much; only where a search of one word finds nothing else
 */
export type Way = (typeof ways)[number]

/** Where it is found: in the name; there or in what its category, producer and their place are called; or anywhere, the description included. */
export type Where = 'name' | 'called' | 'anywhere'

export interface Rank {
  where: Where
  way: Way
  /** Besides: how the name and the whole search go together. */
  name?: 'is the search' | 'begins with it' | 'ends with it'
  why: string
}

/**
 * In which order a search shows what it finds: a product stands where the first line that fits all words puts it, and within a line the newest comes
 * first. A line is read only as long as those before it have not filled the page.
 */
export const ranking = [
  { where: 'name', way: 'word', name: 'is the search', why: 'Who types a whole name wants this very product.' },
  { where: 'name', way: 'word', name: 'begins with it', why: 'A name begins with what tells it from others.' },
  {
    where: 'name',
    way: 'word',
    name: 'ends with it',
    why: 'The noun comes last: black tea is a tea, a tea set is a set.',
  },
  { where: 'name', way: 'word', why: 'The name says what a product is.' },
  { where: 'called', way: 'word', why: 'Category, producer and place say it too, but of many products at once.' },
  { where: 'name', way: 'meaning', why: 'A mug is a cup, whatever its maker calls it.' },
  { where: 'called', way: 'meaning', why: 'Another word for a category: art for paintings.' },
  { where: 'anywhere', way: 'word', why: 'Descriptions tell materials, colours and techniques.' },
  { where: 'anywhere', way: 'meaning', why: 'The same in other words.' },
  {
    where: 'name',
    way: 'beginning',
    why: 'Whole words go before parts: tea is no teak. But somebody may still be typing.',
  },
  { where: 'anywhere', way: 'beginning', why: 'A word in a description that goes on is mostly another one.' },
  { where: 'anywhere', way: 'inside', why: 'Soapstone is stone, but a string is no ring: better than nothing.' },
] as const satisfies readonly Rank[]
