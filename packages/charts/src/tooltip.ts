/** Content of a tooltip: a heading, then lines of colour, name and value. */
import classes from './charts.module.css';

interface TooltipLine {
  readonly color: string;
  readonly name: string;
  readonly value: string;
}

/** Made of nodes, never of HTML: names come from people. */
export function tooltipContent(head: string, lines: readonly TooltipLine[]): HTMLElement {
  const box = element('div', classes.tooltip);
  box.append(element('p', classes.tooltipHead, head));
  for (const line of lines) {
    const row = element('p', classes.tooltipLine);
    const swatch = element('span', classes.swatch);
    swatch.style.background = line.color;
    row.append(
      swatch,
      element('span', classes.tooltipName, line.name),
      element('span', classes.tooltipValue, line.value),
    );
    box.append(row);
  }
  return box;
}

function element(tag: string, className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement(tag);
  if (className !== undefined) made.className = className;
  made.textContent = text;
  return made;
}
