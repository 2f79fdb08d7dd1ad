import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ResizablePanels } from './ResizablePanels.tsx';
import { renderUi } from './testing.tsx';

it.each([
  ['horizontal', 'min-width'],
  ['vertical', 'min-height'],
] as const)(
  'keeps the smallest size of a %s panel also where there is too little room',
  (orientation, css) => {
    renderUi(
      <ResizablePanels
        name="test"
        orientation={orientation}
        panels={[
          { id: 'side', size: '250px', content: 'Side' },
          { id: 'main', size: 1, min: '320px', content: 'Main' },
        ]}
      />,
    );
    const smallest = (text: string) =>
      screen.getByText(text).closest<HTMLElement>('.mantine-Splitter-pane')?.style.getPropertyValue(css);
    expect([smallest('Side'), smallest('Main')]).toEqual(['', '320px']);
  },
);
