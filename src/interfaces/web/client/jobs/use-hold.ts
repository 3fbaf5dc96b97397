import { useState } from 'react';

/** Whether a list is being used: the pointer is over its rows, or the focus is in it. Spread `props` on what holds it. */
export function useHold() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const props = {
    onPointerEnter: (event: PointerEvent) => setPointed(event.pointerType === 'mouse'),
    onPointerLeave: () => setPointed(false),
    onFocusIn: () => setFocused(true),
    onFocusOut: (event: FocusEvent) => {
      const { currentTarget, relatedTarget } = event;
      if (
        !(currentTarget instanceof Node) ||
        !(relatedTarget instanceof Node) ||
        !currentTarget.contains(relatedTarget)
      ) {
        setFocused(false);
      }
    },
  };
  return { isHeld: isPointed || isFocused, props };
}
