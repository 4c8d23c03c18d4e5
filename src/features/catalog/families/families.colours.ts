/** Colours that are drawn as a dot beside their name; the classes stand here whole, so that the style sheet has them. */
const dyes: Record<string, string> = {
  black: 'bg-dye-black',
  blue: 'bg-dye-blue',
  brown: 'bg-dye-brown',
  cream: 'bg-dye-natural',
  gold: 'bg-dye-ochre',
  green: 'bg-dye-green',
  grey: 'bg-dye-grey',
  gray: 'bg-dye-grey',
  indigo: 'bg-dye-indigo',
  madder: 'bg-dye-madder',
  maroon: 'bg-dye-madder',
  mustard: 'bg-dye-ochre',
  natural: 'bg-dye-natural',
  ochre: 'bg-dye-ochre',
  pink: 'bg-dye-pink',
  red: 'bg-dye-madder',
  rust: 'bg-dye-rust',
  sage: 'bg-dye-sage',
  white: 'bg-dye-white',
  yellow: 'bg-dye-yellow',
}

const colourWords = ['colour', 'color', 'colours', 'colors', 'shade', 'dye', 'rang', 'रंग']

/** Is this the name of an axis whose values are colours? */
export const isColourAxis = (axis: string) => colourWords.includes(axis.trim().toLowerCase())

/** The class of a colour's dot; undefined for one that we cannot draw. */
export function dyeOf(colour: string) {
  const word = colour
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((one) => Object.hasOwn(dyes, one))
  return word === undefined ? undefined : dyes[word]
}
