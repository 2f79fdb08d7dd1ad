/**
 * Refuses drops of text that was dragged from the page around the editor: a missed grip elsewhere would change the
 * file.
 */
import { ViewPlugin, type EditorView } from '@codemirror/view';

export const noForeignDrop = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    /** Whether the present drag began in this document, outside of this editor. */
    foreign = false;

    constructor(view: EditorView) {
      this.#view = view;
      document.addEventListener('dragstart', this.#begin, true);
      document.addEventListener('dragend', this.#end, true);
    }

    readonly #begin = ({ target }: DragEvent): void => {
      this.foreign = !(target instanceof Node && this.#view.contentDOM.contains(target));
    };
    readonly #end = (): void => {
      this.foreign = false;
    };

    destroy(): void {
      document.removeEventListener('dragstart', this.#begin, true);
      document.removeEventListener('dragend', this.#end, true);
    }
  },
  {
    eventHandlers: {
      dragover(event) {
        if (this.foreign && event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
        return this.foreign;
      },
      drop() {
        return this.foreign;
      },
    },
  },
);
