import { describe, expect, it } from 'vitest'
import { message } from './producers.messages.ts'
import {
  initialsOf,
  pictureLinkProblem,
  pictureSource,
  splitSpecialties,
  storyExcerpt,
  storyLine,
} from './producers.rules.ts'

it.each([
  ['eri silk, natural dye ,', ['eri silk', 'natural dye']],
  [' , ', []],
  [[' eri silk ', ''], ['eri silk']],
])('splits the specialties %j', (typed, list) => {
  expect(splitSpecialties(typed)).toEqual(list)
})

it.each([
  ['https://photos.example/bina/group.jpg', true],
  ['http://photos.example/a', true],
  ['HTTPS://photos.example/a', true],
  ['/media/producer-0a1b/1600.webp', true],
  ['photos.example/bina', false],
  ['https://', false],
  ['//photos.example/a.jpg', false],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AAAA', false],
  ['/media/../secret.webp', false],
  ['https://photos.example:8443/a.jpg?v=1#top', true],
  ['https://photos.example/@bina/a.jpg', true],
  ['https://user:pass@photos.example/a.jpg', false],
  ['https://user@photos.example', false],
  ['https://photos.example\\@other.example/a.jpg', false],
])('is %s a link to a picture? %s', (url, answer) => {
  expect(pictureLinkProblem(url) === undefined).toBe(answer)
})

it('says what to leave out of a link with a password', () => {
  expect(pictureLinkProblem('https://bina:secret@photos.example/a.jpg')).toEqual(message('LINK_WITH_PASSWORD'))
})

describe('pictureSource', () => {
  it.each([
    ['https://photos.example/a.jpg', { src: 'https://photos.example/a.jpg' }],
    ['http://photos.example/a.jpg', { src: 'https://photos.example/a.jpg' }],
    ['/media/producer-0a/300.webp', { src: '/media/producer-0a/300.webp' }],
    [
      '/media/producer-0a/960.webp',
      {
        src: '/media/producer-0a/960.webp',
        srcSet: '/media/producer-0a/640.webp 640w, /media/producer-0a/960.webp 960w',
      },
    ],
  ])('%s', (link, source) => {
    expect(pictureSource(link)).toEqual(source)
  })
})

it.each([
  ['Bina Handloom Collective', 'BH'],
  ['बीना', 'ब'],
  ['  ', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it.each([
  ['Nine women weave.', 40, 'Nine women weave.'],
  ['Nine women weave.\n\nIn Assam.', 40, 'Nine women weave. In Assam.'],
  ['Nine women weave, each at home', 18, 'Nine women weave…'],
])('shortens a story between words', (story, length, excerpt) => {
  expect(storyExcerpt(story, length)).toBe(excerpt)
})

describe('a line of a story', () => {
  it.each([
    ['Four potters share one kiln. They began in 2009.', 'Four potters share one kiln.'],
    ['Who spins here?\n\nTwelve women.', 'Who spins here?'],
    ['हम मिट्टी से बर्तन बनाते हैं। सब मिलकर।', 'हम मिट्टी से बर्तन बनाते हैं।'],
    ['Cloth of 2.5 m. Nothing else.', 'Cloth of 2.5 m.'],
    ['no full stop', 'no full stop'],
    ['', ''],
  ])('is the first sentence of %j', (story, line) => {
    expect(storyLine(story)).toBe(line)
  })

  it('is cut between words when the sentence is long', () => {
    const line = storyLine(`${'thread '.repeat(60)}ends.`)
    expect(line.length).toBeLessThanOrEqual(141)
    expect(line).toMatch(/thread…$/)
  })
})
