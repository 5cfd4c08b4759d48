/// Duration of a stage: one line where the stage begins.
#pragma once

namespace impulse {

/// Writes the milliseconds between its construction and its end into `slot`. Without a clock `slot` is unchanged.
class StageTimer {
  public:
    StageTimer(float& slot, double (*now_ms)())
        : slot_(slot), now_ms_(now_ms), start_(now_ms != nullptr ? now_ms() : 0.0) {}
    ~StageTimer() {
        if (now_ms_ != nullptr) { slot_ = static_cast<float>(now_ms_() - start_); }
    }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

  private:
    float& slot_;
    double (*now_ms_)();
    double start_;
};

} // namespace impulse
