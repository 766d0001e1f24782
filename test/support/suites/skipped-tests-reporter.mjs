const REASON = /\(skipped: (.*)\)$/s;

/** Prints at the end of a run why tests were skipped, each reason once. */
export default class SkippedTestsReporter {
  onRunComplete(_, { testResults }) {
    const counts = new Map();
    const skipped = testResults.flatMap((file) => file.testResults).filter(isSkipped);
    for (const reason of skipped.map(reasonOf)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    if (counts.size === 0) return;
    const lines = [...counts].map(([reason, count]) => `${`${count}`.padStart(7)}  ${reason}`);
    process.stderr.write(`\nSkipped tests:\n${lines.toSorted().reverse().join('\n')}\n`);
  }
}

function isSkipped({ status, ancestorTitles }) {
  return status === 'pending' && ancestorTitles.some((title) => REASON.test(title));
}

/** Returns the reason that the outermost group gives in its title. */
function reasonOf({ ancestorTitles }) {
  return ancestorTitles.map((title) => REASON.exec(title)?.[1]).find(Boolean);
}
