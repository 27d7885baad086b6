// The rule that the graph of features has no cycle, counting imports of types.
import { featureOf, type Rule, type Violation } from './rule.ts';
import type { Source } from './sources.ts';

/** Every import from one feature to another, by the importing and the imported feature. */
type FeatureGraph = ReadonlyMap<string, ReadonlyMap<string, readonly Violation[]>>;

function graphOf(sources: readonly Source[]): FeatureGraph {
  const graph = new Map<string, Map<string, Violation[]>>();
  for (const { path, imports } of sources) {
    const feature = featureOf(path);
    if (feature === undefined) continue;
    for (const { from, line } of imports) {
      const imported = featureOf(from);
      if (imported === undefined || imported === feature) continue;
      const edges = graph.get(feature) ?? new Map<string, Violation[]>();
      graph.set(feature, edges);
      edges.set(imported, [...(edges.get(imported) ?? []), { path, line, message: `imports ${from}` }]);
    }
  }
  return graph;
}

/** The cycles in the graph; each feature of a cycle imports the next, the last imports the first. */
function ringsIn(graph: FeatureGraph): string[][] {
  const rings: string[][] = [];
  const visited = new Set<string>();
  const visit = (feature: string, path: readonly string[]) => {
    if (path.includes(feature)) rings.push(path.slice(path.indexOf(feature)));
    if (visited.has(feature)) return;
    visited.add(feature);
    for (const imported of graph.get(feature)?.keys() ?? []) visit(imported, [...path, feature]);
  };
  for (const feature of graph.keys()) visit(feature, []);
  return rings;
}

/** The first import of the edge with the fewest imports, which is the easiest to remove. */
function closingImport(graph: FeatureGraph, ring: readonly string[]): Violation {
  const edges = ring.map((feature, at) => {
    const imported = ring[(at + 1) % ring.length]!;
    const names = [...ring.slice(at + 1), ...ring.slice(0, at + 1), imported];
    return { imports: graph.get(feature)!.get(imported)!, names };
  });
  const { imports, names } = edges.reduce((least, edge) => (edge.imports.length < least.imports.length ? edge : least));
  const [first] = imports;
  return { ...first!, message: `${first!.message}, which closes the ring ${names.join(' → ')}` };
}

export const ringRule: Rule = {
  name: 'features form no ring',
  check(sources) {
    const graph = graphOf(sources);
    return ringsIn(graph).map((ring) => closingImport(graph, ring));
  },
};
