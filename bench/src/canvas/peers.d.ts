/** The parts that the bench uses of the libraries in `bench/peers`, which are not installed with Acacia. */
declare module 'cytoscape' {
  interface View {
    fit(): void;
    panBy(by: { readonly x: number; readonly y: number }): void;
  }
  export default function cytoscape(options: Readonly<Record<string, unknown>>): View;
}

declare module 'graphology' {
  export default class Graph {
    constructor(options: { readonly multi: boolean });
    addNode(id: string, attributes: object): void;
    addEdgeWithKey(key: string, from: string, to: string, attributes: object): void;
  }
}

declare module 'sigma' {
  import type Graph from 'graphology';
  interface Camera {
    readonly x: number;
    setState(state: { readonly x: number }): void;
  }
  export default class Sigma {
    constructor(graph: Graph, container: HTMLElement);
    getCamera(): Camera;
  }
}
