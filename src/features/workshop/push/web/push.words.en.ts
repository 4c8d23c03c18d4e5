/** What a maker reads of push, which one may allow in a browser. */
export const pushPageEn = {
  title: 'Tell me on this phone',
  text: 'A new parcel is told here at once, also while the workshop is shut. Names, addresses and sums are not shown.',
  allow: 'Tell me',
  asking: 'The browser asks',
  isOn: 'New parcels are told on this phone.',
  end: 'Do not tell me any more',
  ending: 'Ending it',
  refused:
    'This browser refuses messages of this page. Open the settings of the page beside its address, allow notifications, then open this page again.',
  notAnswered: 'The question was not answered yes. Press again to be asked once more.',
  failed: 'This browser could not be reached by its service for messages. Try again later.',
}
