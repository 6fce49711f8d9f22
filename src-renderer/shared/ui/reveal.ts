/** An attachment that brings what the player was led to into view, once it is there. */
export const reveal = (isWanted: boolean) => (element: HTMLElement) => {
  if (isWanted) element.scrollIntoView({ block: 'start' })
}
